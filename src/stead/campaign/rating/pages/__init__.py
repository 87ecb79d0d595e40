"""The pages of a campaign in which people rate."""
