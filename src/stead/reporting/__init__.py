"""Reports: result records in, text out, in the format that is asked for."""
