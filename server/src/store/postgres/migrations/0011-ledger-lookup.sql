-- Facts are looked up by any of their ids, and by the facts that they belong to.
CREATE INDEX offers_by_presentation ON finderfee.offers (presentation_id, id);
CREATE INDEX offers_by_click_id ON finderfee.offers (click_id, id);
CREATE INDEX clicks_by_offer ON finderfee.clicks (offer_id, click_no) WHERE offer_id IS NOT NULL;
CREATE INDEX conversions_by_transaction ON finderfee.conversions (transaction_id, id);
CREATE INDEX conversions_by_order ON finderfee.conversions (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX conversions_by_click ON finderfee.conversions (click_no, id) WHERE click_no IS NOT NULL;
CREATE INDEX conversions_by_person ON finderfee.conversions (person_no, id) WHERE person_no IS NOT NULL;
