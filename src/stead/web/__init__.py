"""The web framework of stead's sites: the app, requests and their guards, templates and languages, the server."""
