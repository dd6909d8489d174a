-- Both kinds of remote have the same tables: the person's own machines together ('machines'), and each space of a team.
-- How far its changes were read, what the last exchange found, and how it names projects.
INSERT OR IGNORE INTO team_spaces (space, cursor, arrived) SELECT DISTINCT space, '', 0 FROM team_projects;
ALTER TABLE team_spaces RENAME TO remotes;
ALTER TABLE remotes RENAME COLUMN space TO remote;
ALTER TABLE remotes ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
ALTER TABLE remotes ADD COLUMN alarms TEXT NOT NULL DEFAULT '[]';
ALTER TABLE remotes ADD COLUMN projects TEXT NOT NULL DEFAULT '[]';
UPDATE remotes SET projects = (
  SELECT json_group_array(json_patch(json_object('project', project, 'evidence', json(evidence)), json_object('local', local)))
  FROM team_projects WHERE space = remote AND json_valid(evidence));
DROP TABLE team_projects;
INSERT INTO remotes (remote, cursor, last_ms, arrived, waiting, problem, alarms)
  SELECT 'machines', '', value ->> 'lastMs', coalesce(value ->> 'arrived', 0), coalesce(value ->> 'waiting', 0),
    value ->> 'problem', coalesce(value -> 'alarms', '[]')
  FROM meta WHERE key = 'sync_times' AND json_valid(value);
DELETE FROM meta WHERE key = 'sync_times';

-- What both sides last agreed on for each record: the remote's version, and the hash of what is here.
ALTER TABLE team_records RENAME TO agreed;
ALTER TABLE agreed RENAME COLUMN space TO remote;
INSERT INTO agreed (remote, record, version, sha, revision, state)
  SELECT 'machines', record, t || ' ' || machine, sha, revision, iif(sha IS NULL, 'gone', 'here') FROM synced;
DROP TABLE synced;

ALTER TABLE team_outbox RENAME TO outbox;
ALTER TABLE outbox RENAME COLUMN space TO remote;
