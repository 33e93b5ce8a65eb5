-- Orientation camps of the service year and their batches, each with who said it and when we read it.

create table nysc_camp (
  code text primary key check (code ~ '^camp-[a-z]{2}$'),
  state_code text not null unique references state,
  place text not null,
  -- Where other lists have it: camps move for security.
  also_listed text,
  -- The nearest city that has motor parks of ours.
  city_code text not null references city (code),
  source text not null,
  known_on date not null
);
comment on table nysc_camp is 'communities: orientation camps, as lists had them on a day';

create table nysc_batch (
  code text primary key check (code ~ '^[a-z0-9-]{2,32}$'),
  name text not null,
  -- Null: no announcement that we know of.
  camp_from date,
  camp_to date,
  note text not null,
  source text not null,
  known_on date not null,
  position int not null,
  check ((camp_from is null) = (camp_to is null)),
  check (camp_to >= camp_from)
);
comment on table nysc_batch is 'communities: batches and their days in camp, as far as they were announced';
