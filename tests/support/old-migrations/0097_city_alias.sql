-- What people call a city besides its name: short names, quarters and suburbs. In small plain letters.
create table city_alias (
  code text primary key check (code ~ '^[a-z0-9]+( [a-z0-9]+)*$' and length(code) <= 32),
  city_code text not null references city (code) on update cascade on delete cascade
);
create index city_alias_city on city_alias (city_code);
comment on table city_alias is 'lookups: short names, quarters and suburbs by which cities are found';
