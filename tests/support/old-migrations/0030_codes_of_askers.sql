-- A stranger's wrong guesses must not close the code that its owner holds: who asked for a code (a keyed hash
-- of phone or network; null: only its person may try it) has tries_left for themselves, everybody else
-- together tries_elsewhere, of which `elsewhere` counts what each network has spent.
alter table contact_code
  add column asked_by text,
  add column tries_elsewhere smallint not null default 20 check (tries_elsewhere >= 0),
  add column elsewhere jsonb not null default '{}';
