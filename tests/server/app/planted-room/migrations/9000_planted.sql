-- Notes that people write for themselves.

create table planted_note (
  person_id uuid not null,
  words text not null,
  characters int not null,
  created_at timestamptz not null default now()
);
comment on table planted_note is 'planted: notes of people';

create trigger count_planted_note before insert on planted_note
  for each row execute function count_planted_note();
