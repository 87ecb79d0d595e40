"""Administration: set up, back up, export, import, curate and examine a campaign."""
