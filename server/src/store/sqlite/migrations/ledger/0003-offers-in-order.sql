-- Finds the first offer of a presentment without reading the others: an entry ends with the offer's id.
CREATE INDEX offers_by_presentment ON offers (convo_id, presentation_id);
