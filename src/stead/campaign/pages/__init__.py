"""The pages of a campaign: for annotators one sentence at a time, for organisers everything at once."""

from stead.campaign.pages.routes import campaign_app, campaign_pages

__all__ = ["campaign_app", "campaign_pages"]
