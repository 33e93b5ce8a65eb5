-- Changes of the data of accounts, for the streams to devices.

-- Values of event.position.
create sequence event_position;

create table event (
  id bigint generated always as identity primary key,
  -- A person's id, an operator's, or that of our own desk.
  account uuid not null,
  kind text not null check (kind ~ '^[a-z_]{2,30}$'),
  -- What changed: an id or a reference.
  subject text not null check (length(subject) between 1 and 64),
  at timestamptz not null default now(),
  -- The position in the order in which all processes announce events; null until the event is announced.
  position bigint unique
);
comment on table event is 'events: what changed for whom, for devices that listen';
create index event_waiting on event (id) where position is null;
create index event_account on event (account, position);
create index event_at on event (at);

alter sequence event_position owned by event.position;
