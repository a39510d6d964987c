"""Who may do what at the page, and how a phone comes to it."""
