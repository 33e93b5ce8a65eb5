-- What stands on an operator's page besides its own row.

-- Licences as our staff saw them, the last look only.
create table operator_licence (
  operator_id uuid primary key references operator on delete cascade,
  number text not null check (char_length(number) between 3 and 40),
  checked_on date not null,
  valid_until date not null check (valid_until > checked_on),
  key_id uuid references staff_key
);
comment on table operator_licence is 'operators: licences of operators that our staff have seen';

-- Counted from timetable and departures by a job, so that the directory reads one row an operator.
create table operator_card (
  operator_id uuid primary key references operator on delete cascade,
  -- [{code, name, state}], [{code, name, city, latitude, longitude}], … the most used first.
  served jsonb not null default '[]',
  road_list jsonb not null default '[]',
  parks jsonb not null default '[]',
  fleet jsonb not null default '[]',
  city_codes text[] not null default '{}',
  states text[] not null default '{}',
  sizes text[] not null default '{}',
  amenities text[] not null default '{}',
  roads int not null default 0 check (roads >= 0),
  -- The cheapest seat without our fee.
  price_kobo bigint check (price_kobo > 0),
  counted int not null default 0,
  on_time int not null default 0,
  cancelled int not null default 0,
  counted_at timestamptz not null,
  check (on_time between 0 and counted and cancelled >= 0)
);
comment on table operator_card is 'operators: what the directory shows of an operator, counted anew by a job';

-- One scope more, whatever scopes there are by now.
do $$
declare
  holder text;
  rule text;
begin
  foreach holder in array array['operator_key', 'staff_key'] loop
    select pg_get_constraintdef(oid) into strict rule from pg_constraint
    where conrelid = holder::regclass and conname = holder || '_scopes';
    continue when rule like '%''directory''%';
    execute format('alter table %I drop constraint %I', holder, holder || '_scopes');
    execute format('alter table %I add constraint %I %s', holder, holder || '_scopes',
      replace(rule, '''finance''::text', '''finance''::text, ''directory''::text'));
  end loop;
end $$;
