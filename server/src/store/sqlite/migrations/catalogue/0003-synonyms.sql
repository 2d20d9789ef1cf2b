-- The operator's changes to the built-in synonyms.
CREATE TABLE synonym_edits (
  key      TEXT PRIMARY KEY, -- the group's folded words
  kind     TEXT NOT NULL,    -- 'added': the operator's own group; 'removed': a built-in group, disabled
  synonyms TEXT NOT NULL,    -- the group as JSON
  at_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
