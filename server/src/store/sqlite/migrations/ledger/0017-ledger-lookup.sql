-- Facts are looked up by any of their ids, and by the facts that they belong to.
CREATE INDEX offers_by_presentation ON offers (presentation_id);
CREATE INDEX offers_by_click_id ON offers (click_id);
CREATE INDEX clicks_by_offer ON clicks (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX conversions_by_transaction ON conversions (transaction_id);
CREATE INDEX conversions_by_order ON conversions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX conversions_by_click ON conversions (click_no) WHERE click_no IS NOT NULL;
CREATE INDEX conversions_by_person ON conversions (person_no) WHERE person_no IS NOT NULL;
