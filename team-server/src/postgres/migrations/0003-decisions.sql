-- Authors learn what became of their proposals: why one was rejected, and that a newer one replaced it.

ALTER TABLE oldhand.proposals ADD COLUMN reason text;
ALTER TABLE oldhand.proposals DROP CONSTRAINT proposals_status_check;
ALTER TABLE oldhand.proposals ADD CONSTRAINT proposals_status_check
  CHECK (status IN ('pending', 'accepted', 'rejected', 'replaced'));
CREATE INDEX proposals_by_record ON oldhand.proposals (space_id, record_id);
