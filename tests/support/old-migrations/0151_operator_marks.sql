-- An operator's own mark. Its address is in operator.logo; without one, phones draw initials.
create table operator_mark (
  operator_id uuid primary key references operator,
  version text not null check (version ~ '^[0-9a-f]{12}$'),
  webp bytea not null check (octet_length(webp) <= 8192)
);
comment on table operator_mark is 'operators: marks that operators gave us, re-encoded';
