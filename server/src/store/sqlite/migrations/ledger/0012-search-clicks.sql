-- Clicks that are not yet attributed to a search. Searches are in another file, so a background task passes them on.
CREATE TABLE search_clicks (
  no       INTEGER PRIMARY KEY AUTOINCREMENT,
  convo_id TEXT NOT NULL,
  at_ms    INTEGER NOT NULL
) STRICT;
