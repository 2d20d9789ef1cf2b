-- Accounts with affiliate networks. The token is the secret part of a postback URL.
CREATE TABLE network_accounts (
  account_no    INTEGER PRIMARY KEY AUTOINCREMENT,
  name          TEXT NOT NULL UNIQUE,
  dialect       TEXT,        -- NULL: the one of its name, if there is one
  mapping       TEXT,        -- JSON: the operator's own field names and status words
  currency      TEXT,        -- of reports that name none
  token         TEXT UNIQUE, -- NULL: takes no postbacks
  created_at_ms INTEGER NOT NULL
) STRICT;

-- One row per transaction of a network, with the state that is folded from its reports. A transaction that corrects
-- another one has no state of its own. Amounts and percentages are in millionths.
CREATE TABLE conversions (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  account_no       INTEGER NOT NULL REFERENCES network_accounts (account_no),
  transaction_id   TEXT NOT NULL,
  item_id          TEXT NOT NULL, -- '' if the transaction is not split into items
  corrects         INTEGER,       -- the transaction that it corrects; two may name each other
  order_id         TEXT,
  status           TEXT,          -- NULL: a correction
  is_paid          INTEGER NOT NULL,
  sale_amount      INTEGER,
  commission       INTEGER,
  currency         TEXT,
  occurred_at_ms   INTEGER,
  click_id         TEXT,          -- as reported
  unmatched_reason TEXT,
  matched_as       TEXT,          -- the reported click id of the match; NULL: by hand
  click_no         INTEGER,       -- the match; the click and its offer may be purged before the conversion
  matched_click_id TEXT,
  program          TEXT,
  person_no        INTEGER REFERENCES people (person_no),
  convo_id         TEXT,
  presentation_id  TEXT,
  offer_id         INTEGER,
  merchant_id      INTEGER,
  offer_value      INTEGER,
  offer_currency   TEXT,
  rebate_pct       INTEGER,
  reward_amount    INTEGER,
  reward_currency  TEXT,
  reward_reason    TEXT,
  changed_at_ms    INTEGER NOT NULL,
  UNIQUE (account_no, transaction_id, item_id)
) STRICT;
CREATE INDEX conversions_by_original ON conversions (corrects) WHERE corrects IS NOT NULL;
CREATE INDEX conversions_by_status ON conversions (status, id);
CREATE INDEX conversions_by_program ON conversions (program, id);
CREATE INDEX conversions_by_account ON conversions (account_no, id);
CREATE INDEX conversions_unmatched ON conversions (id) WHERE unmatched_reason IS NOT NULL;
CREATE INDEX conversions_by_age ON conversions (changed_at_ms);
-- Conversions that wait for their click, and for the offer of their click.
CREATE INDEX conversions_without_click ON conversions (click_id) WHERE unmatched_reason = 'unknown_click';
CREATE INDEX conversions_without_offer ON conversions (convo_id, presentation_id)
  WHERE click_no IS NOT NULL AND offer_id IS NULL;

-- Everything that networks have reported. Append-only.
CREATE TABLE conversion_reports (
  report_no      INTEGER PRIMARY KEY,
  conversion_id  INTEGER NOT NULL REFERENCES conversions (id),
  original_transaction_id TEXT,
  order_id       TEXT,
  click_id       TEXT,
  program        TEXT,
  sale_amount    INTEGER,
  commission     INTEGER,
  currency       TEXT,
  status         TEXT,
  is_paid        INTEGER,
  occurred_at_ms INTEGER,
  modified_at_ms INTEGER,
  received_at_ms INTEGER NOT NULL,
  is_applied     INTEGER NOT NULL
) STRICT;
CREATE INDEX conversion_reports_by_conversion ON conversion_reports (conversion_id, report_no);

-- Changes of people's balances. Append-only.
CREATE TABLE rewards (
  no            INTEGER PRIMARY KEY AUTOINCREMENT,
  conversion_id INTEGER NOT NULL REFERENCES conversions (id),
  program       TEXT NOT NULL,
  person_no     INTEGER REFERENCES people (person_no),
  status        TEXT NOT NULL,
  amount        INTEGER NOT NULL,
  currency      TEXT NOT NULL,
  changed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX rewards_by_conversion ON rewards (conversion_id);
CREATE INDEX rewards_by_program ON rewards (program, no);
CREATE INDEX rewards_by_person ON rewards (person_no, no);

-- Postbacks as they arrived.
CREATE TABLE postbacks (
  no             INTEGER PRIMARY KEY AUTOINCREMENT,
  account_no     INTEGER NOT NULL REFERENCES network_accounts (account_no),
  received_at_ms INTEGER NOT NULL,
  fields         TEXT NOT NULL, -- JSON
  reason         TEXT           -- why it was rejected
) STRICT;
CREATE INDEX postbacks_by_account ON postbacks (account_no, no);
CREATE INDEX postbacks_rejected ON postbacks (no) WHERE reason IS NOT NULL;

ALTER TABLE offers ADD COLUMN has_key INTEGER NOT NULL DEFAULT 0; -- registered with an API key
CREATE INDEX offers_with_key ON offers (convo_id, presentation_id, program) WHERE has_key = 1;

-- The form of the click id that networks are given, if it is another one. The function is the service's own.
ALTER TABLE clicks ADD COLUMN network_click_id TEXT;
UPDATE clicks SET network_click_id = nullif(network_click_id(program, click_id), click_id);
CREATE INDEX clicks_by_click_id ON clicks (click_id);
CREATE INDEX clicks_by_network_id ON clicks (network_click_id) WHERE network_click_id IS NOT NULL;
DROP INDEX clicks_by_presentment; -- no statement uses it
