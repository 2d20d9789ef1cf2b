-- What the funnel report counts, per quarter of an hour, day and week (width_ms), with its own cells for each grouping.
-- Amounts are whole units and millionths. Contains no personal data.
CREATE TABLE funnel_cells (
  dimension         TEXT NOT NULL,    -- total, program, merchant, network, or unmatched
  width_ms          INTEGER NOT NULL,
  kind              TEXT NOT NULL,    -- activity; conversions by the basis of their date: click, conversion; unmatched
  at_ms             INTEGER NOT NULL, -- the start of the cell
  key               TEXT NOT NULL,    -- '' for an unknown merchant, and if the dimension has one key
  detail            TEXT NOT NULL,    -- the reason of non-clicks, the status of conversions, or ''
  currency          TEXT NOT NULL,    -- '' if it is not known
  offers            INTEGER NOT NULL,
  clicks            INTEGER NOT NULL,
  unique_clicks     INTEGER NOT NULL,
  non_clicks        INTEGER NOT NULL,
  signups           INTEGER NOT NULL,
  conversions       INTEGER NOT NULL,
  sale_units        INTEGER NOT NULL,
  sale_micros       INTEGER NOT NULL,
  commission_units  INTEGER NOT NULL,
  commission_micros INTEGER NOT NULL,
  reward_units      INTEGER NOT NULL,
  reward_micros     INTEGER NOT NULL,
  PRIMARY KEY (dimension, width_ms, kind, at_ms, key, detail, currency)
) STRICT, WITHOUT ROWID;

-- Changes of cells, written in the transactions of facts and folded into the cells within a second.
CREATE TABLE funnel_deltas (
  no                INTEGER PRIMARY KEY,
  at_ms             INTEGER NOT NULL, -- the start of a quarter of an hour
  program           TEXT,             -- NULL in these three: not counted in this grouping
  merchant          TEXT,
  network           TEXT,
  kind              TEXT NOT NULL,
  detail            TEXT NOT NULL,
  currency          TEXT NOT NULL,
  offers            INTEGER NOT NULL DEFAULT 0,
  clicks            INTEGER NOT NULL DEFAULT 0,
  unique_clicks     INTEGER NOT NULL DEFAULT 0,
  non_clicks        INTEGER NOT NULL DEFAULT 0,
  signups           INTEGER NOT NULL DEFAULT 0,
  conversions       INTEGER NOT NULL DEFAULT 0,
  sale_units        INTEGER NOT NULL DEFAULT 0,
  sale_micros       INTEGER NOT NULL DEFAULT 0,
  commission_units  INTEGER NOT NULL DEFAULT 0,
  commission_micros INTEGER NOT NULL DEFAULT 0,
  reward_units      INTEGER NOT NULL DEFAULT 0,
  reward_micros     INTEGER NOT NULL DEFAULT 0
) STRICT;

ALTER TABLE offers ADD COLUMN merchant_id INTEGER;
UPDATE offers SET merchant_id = json_extract(product, '$.merchant.id')
  WHERE json_type(product, '$.merchant.id') = 'integer';

-- The offer of a click when it was recorded, or else the first one that was registered for its presentment.
ALTER TABLE clicks ADD COLUMN offer_id INTEGER;
ALTER TABLE clicks ADD COLUMN merchant_id INTEGER;
ALTER TABLE clicks ADD COLUMN is_unique INTEGER NOT NULL DEFAULT 0; -- the first of its presentment
UPDATE clicks SET offer_id = coalesce(
  (SELECT o.id FROM offers o WHERE o.convo_id = clicks.convo_id AND o.presentation_id = clicks.presentation_id
     AND o.click_id = clicks.click_id),
  (SELECT o.id FROM offers o WHERE o.convo_id = clicks.convo_id AND o.presentation_id = clicks.presentation_id
   ORDER BY o.id LIMIT 1));
UPDATE clicks SET merchant_id = (SELECT o.merchant_id FROM offers o WHERE o.id = clicks.offer_id);
UPDATE clicks SET is_unique = 1
  WHERE click_no IN (SELECT min(click_no) FROM clicks GROUP BY convo_id, presentation_id);
CREATE UNIQUE INDEX clicks_unique ON clicks (convo_id, presentation_id) WHERE is_unique = 1;
CREATE INDEX clicks_without_offer ON clicks (convo_id, presentation_id) WHERE offer_id IS NULL;

-- Exports page by number, so a number is never used again.
CREATE TABLE numbered_non_clicks (
  no              INTEGER PRIMARY KEY AUTOINCREMENT,
  convo_id        TEXT NOT NULL,
  presentation_id TEXT NOT NULL,
  program         TEXT, -- NULL: recorded before this column, and the offer was purged
  merchant_id     INTEGER,
  reason          TEXT NOT NULL,
  received_at_ms  INTEGER NOT NULL
) STRICT;
INSERT INTO numbered_non_clicks (no, convo_id, presentation_id, program, merchant_id, reason, received_at_ms)
  SELECT n.no, n.convo_id, n.presentation_id, o.program, o.merchant_id, n.reason, n.received_at_ms
  FROM non_clicks n LEFT JOIN offers o ON o.id = (SELECT f.id FROM offers f
    WHERE f.convo_id = n.convo_id AND f.presentation_id = n.presentation_id ORDER BY f.id LIMIT 1);
DROP TABLE non_clicks;
ALTER TABLE numbered_non_clicks RENAME TO non_clicks;

-- The time of the matched click. If the click was purged before this column, that of the sale.
ALTER TABLE conversions ADD COLUMN click_at_ms INTEGER;
UPDATE conversions SET click_at_ms =
    coalesce((SELECT c.click_at_ms FROM clicks c WHERE c.click_no = conversions.click_no), occurred_at_ms)
  WHERE click_no IS NOT NULL;

-- The facts so far, as deltas that are folded at once.
INSERT INTO funnel_deltas (at_ms, program, merchant, kind, detail, currency, offers)
  SELECT created_at_ms, program, coalesce(merchant_id, ''), 'activity', '', '', 1 FROM offers;
INSERT INTO funnel_deltas (at_ms, program, merchant, kind, detail, currency, clicks, unique_clicks)
  SELECT click_at_ms, program, coalesce(merchant_id, ''), 'activity', '', '', 1, is_unique FROM clicks;
INSERT INTO funnel_deltas (at_ms, program, merchant, kind, detail, currency, non_clicks)
  SELECT received_at_ms, program, coalesce(merchant_id, ''), 'activity', reason, '', 1 FROM non_clicks;
INSERT INTO funnel_deltas (at_ms, program, kind, detail, currency, signups)
  SELECT signed_at_ms, program, 'activity', '', '', 1 FROM signups;
INSERT INTO funnel_deltas (at_ms, program, merchant, network, kind, detail, currency, conversions,
    sale_units, sale_micros, commission_units, commission_micros)
  SELECT iif(b.basis = 'click', c.click_at_ms, c.occurred_at_ms), c.program, coalesce(c.merchant_id, ''), a.name,
    b.basis, c.status, coalesce(c.currency, ''), 1, coalesce(c.sale_amount, 0) / 1000000,
    coalesce(c.sale_amount, 0) % 1000000, coalesce(c.commission, 0) / 1000000, coalesce(c.commission, 0) % 1000000
  FROM conversions c JOIN network_accounts a USING (account_no)
    CROSS JOIN (SELECT 'click' AS basis UNION ALL SELECT 'conversion') b
  WHERE c.status IS NOT NULL AND c.click_no IS NOT NULL AND c.occurred_at_ms IS NOT NULL;
INSERT INTO funnel_deltas (at_ms, program, merchant, network, kind, detail, currency, reward_units, reward_micros)
  SELECT iif(b.basis = 'click', c.click_at_ms, c.occurred_at_ms), c.program, coalesce(c.merchant_id, ''), a.name,
    b.basis, c.status, coalesce(c.reward_currency, ''), c.reward_amount / 1000000, c.reward_amount % 1000000
  FROM conversions c JOIN network_accounts a USING (account_no)
    CROSS JOIN (SELECT 'click' AS basis UNION ALL SELECT 'conversion') b
  WHERE c.status IS NOT NULL AND c.click_no IS NOT NULL AND c.occurred_at_ms IS NOT NULL AND c.reward_amount <> 0;
INSERT INTO funnel_deltas (at_ms, kind, detail, currency, conversions, sale_units, sale_micros, commission_units,
    commission_micros)
  SELECT occurred_at_ms, 'unmatched', status, coalesce(currency, ''), 1, coalesce(sale_amount, 0) / 1000000,
    coalesce(sale_amount, 0) % 1000000, coalesce(commission, 0) / 1000000, coalesce(commission, 0) % 1000000
  FROM conversions WHERE status IS NOT NULL AND click_no IS NULL AND occurred_at_ms IS NOT NULL;

INSERT INTO funnel_cells
  SELECT dimension, width_ms, kind, at_ms - (at_ms % width_ms + width_ms) % width_ms, key, detail, currency,
    sum(offers), sum(clicks), sum(unique_clicks), sum(non_clicks), sum(signups), sum(conversions),
    sum(sale_units), sum(sale_micros), sum(commission_units), sum(commission_micros), sum(reward_units),
    sum(reward_micros)
  FROM (
    SELECT d.*, g.dimension, w.width_ms, CASE g.dimension
        WHEN 'total' THEN iif(d.kind <> 'unmatched', '', NULL)
        WHEN 'unmatched' THEN iif(d.kind = 'unmatched', '', NULL)
        WHEN 'program' THEN d.program WHEN 'merchant' THEN d.merchant WHEN 'network' THEN d.network END AS key
    FROM funnel_deltas d
      CROSS JOIN (SELECT 900000 AS width_ms UNION ALL SELECT 86400000 UNION ALL SELECT 604800000) w
      CROSS JOIN (SELECT 'total' AS dimension UNION ALL SELECT 'program' UNION ALL SELECT 'merchant'
        UNION ALL SELECT 'network' UNION ALL SELECT 'unmatched') g)
  WHERE key IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7;
DELETE FROM funnel_deltas;
