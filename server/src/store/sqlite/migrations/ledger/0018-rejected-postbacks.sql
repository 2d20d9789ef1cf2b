-- Rejected postbacks are counted per account, among any number that were recorded.
CREATE INDEX postbacks_rejected_by_account ON postbacks (account_no, no) WHERE reason IS NOT NULL;
