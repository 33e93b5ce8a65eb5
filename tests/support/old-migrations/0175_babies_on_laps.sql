-- A baby on a traveller's lap has no seat, but stands on the manifest with them.
alter table passenger add column infant_name text;
comment on column passenger.infant_name is 'of the baby on their lap; deleted with the address and the phone';
