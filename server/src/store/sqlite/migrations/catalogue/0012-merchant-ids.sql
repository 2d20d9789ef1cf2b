-- Every merchant id ever used. A deleted merchant's id is not reused, and a merchant that comes back gets its id again.
CREATE TABLE merchant_ids (
  id        INTEGER PRIMARY KEY,
  key       TEXT UNIQUE,             -- as in merchants: set if the id was assigned
  change_no INTEGER NOT NULL UNIQUE  -- the last change of the merchant, in commit order
) STRICT;

CREATE INDEX merchant_ids_assigned ON merchant_ids (id) WHERE key IS NOT NULL;

INSERT INTO merchant_ids SELECT id, key, row_number() OVER (ORDER BY id) FROM merchants;

-- Ids of merchants that were deleted before this migration are known from price states.
INSERT OR IGNORE INTO merchant_ids
SELECT last, '', (SELECT coalesce(max(change_no), 0) + 1 FROM merchant_ids)
FROM (
  SELECT max(CAST(substr(id, 1, 10) AS INTEGER)) AS last FROM price_changes
  WHERE id GLOB '1[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]:*'
)
WHERE last IS NOT NULL;

CREATE TRIGGER merchant_inserted AFTER INSERT ON merchants BEGIN
  INSERT INTO merchant_ids VALUES (new.id, new.key, (SELECT coalesce(max(change_no), 0) + 1 FROM merchant_ids))
  ON CONFLICT (id) DO UPDATE SET change_no = excluded.change_no;
END;

CREATE TRIGGER merchant_updated AFTER UPDATE ON merchants BEGIN
  UPDATE merchant_ids SET change_no = (SELECT max(change_no) + 1 FROM merchant_ids) WHERE id = new.id;
END;

CREATE TRIGGER merchant_deleted AFTER DELETE ON merchants BEGIN
  UPDATE merchant_ids SET change_no = (SELECT max(change_no) + 1 FROM merchant_ids) WHERE id = old.id;
END;
