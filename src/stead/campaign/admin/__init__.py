"""What organisers do: set up, back up, export, import, curate, examine."""
