-- One writes to a listed business as well. It has no desk here: our staff pass on what is said, and answer for it.
alter table conversation
  add column business_id uuid references business,
  add constraint written_to_one check (num_nonnulls(operator_id, business_id) <= 1);
drop index conversation_open;
create unique index conversation_open on conversation (person_id, operator_id, business_id) nulls not distinct
  where state = 'open';
create index conversation_business on conversation (business_id) where business_id is not null;
comment on table conversation is 'support: conversations of people with operators, with listed businesses and with our support line';
