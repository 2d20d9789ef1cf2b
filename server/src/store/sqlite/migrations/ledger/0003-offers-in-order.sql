-- The first offer of a presentment, however many there are: an entry holds the id behind these.
CREATE INDEX offers_by_presentment ON offers (convo_id, presentation_id);
