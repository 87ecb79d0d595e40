"""`stead serve`: a page and an HTTP service that find substitutes, in one process."""
