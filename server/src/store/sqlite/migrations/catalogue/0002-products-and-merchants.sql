CREATE TABLE merchants (
  id            INTEGER PRIMARY KEY, -- decimal ids as given; assigned ones from 1,000,000,000 up
  key           TEXT UNIQUE,         -- a network's own id, or a name, if there is no decimal id
  name          TEXT NOT NULL,
  domain        TEXT NOT NULL,
  logo_url      TEXT NOT NULL,
  description   TEXT NOT NULL,
  product_count INTEGER NOT NULL DEFAULT 0,
  -- The most frequent values of its products, as JSON arrays; computed at the end of an import.
  categories    TEXT NOT NULL DEFAULT '[]',
  brands        TEXT NOT NULL DEFAULT '[]',
  product_terms TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE INDEX merchants_by_size ON merchants (product_count DESC, name, id);

CREATE TABLE products (
  product_no  INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: ranking sessions and the index hold it
  id          TEXT NOT NULL UNIQUE,
  merchant_id INTEGER NOT NULL REFERENCES merchants (id),
  feed        TEXT NOT NULL,                     -- '' for one-off files
  brand       TEXT,
  category    TEXT,
  data        TEXT NOT NULL                      -- the product as JSON
) STRICT;

CREATE INDEX products_by_merchant ON products (merchant_id);
CREATE INDEX products_by_feed ON products (feed);

-- The change log: the last change of every product, numbered in commit order. A deleted product has no row in products.
CREATE TABLE changes (
  product_no INTEGER PRIMARY KEY,
  change_no  INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Link hosts of imported products. A host outlives its products, because published links must keep working.
CREATE TABLE link_hosts (
  host TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
