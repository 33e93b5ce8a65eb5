-- Co-travellers that people store in their profile. The rest of a profile is in the person's row.

create table traveller (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  full_name text not null,
  gender text not null check (gender in ('female', 'male')),
  passenger_type text not null references passenger_type (code),
  phone text check (phone like '+%'),
  address text not null,
  created_at timestamptz not null default now()
);
comment on table traveller is 'profile: people somebody books for, stored to fill the passenger form';
create index traveller_person on traveller (person_id);
