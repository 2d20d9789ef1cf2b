-- Deleted products whose log entry (is_logged) or price states are still stored.
CREATE TABLE deleted_products (
  product_no    INTEGER PRIMARY KEY,
  id            TEXT NOT NULL,
  deleted_at_ms INTEGER NOT NULL,
  is_logged     INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX deleted_products_by_age ON deleted_products (is_logged, deleted_at_ms);
CREATE INDEX deleted_products_by_id ON deleted_products (id, product_no);

-- A trigger, because it covers every statement that deletes products.
CREATE TRIGGER product_deleted AFTER DELETE ON products BEGIN
  INSERT INTO deleted_products (product_no, id, deleted_at_ms) VALUES (old.product_no, old.id, unixepoch() * 1000);
END;

-- Products deleted before this migration: their ids are known only from price states.
INSERT INTO deleted_products (product_no, id, deleted_at_ms)
SELECT product_no, '', unixepoch() * 1000 FROM changes WHERE product_no NOT IN (SELECT product_no FROM products);
INSERT INTO deleted_products (product_no, id, deleted_at_ms, is_logged)
SELECT -row_number() OVER (ORDER BY id), id, unixepoch() * 1000, 0
FROM (SELECT DISTINCT id FROM price_changes WHERE id NOT IN (SELECT id FROM products));

-- The highest change number of a purged log entry.
CREATE TABLE purged_changes (
  one       INTEGER PRIMARY KEY CHECK (one = 1),
  change_no INTEGER NOT NULL
) STRICT;
INSERT INTO purged_changes (one, change_no) VALUES (1, 0);
