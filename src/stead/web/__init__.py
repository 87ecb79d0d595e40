"""What every page shares: the app, requests and their guards, templates and languages, and the server."""
