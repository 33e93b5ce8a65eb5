-- Cards by which payments were made, to tell when accounts that deal with each other are the same people.

alter table payment add column card text;
comment on column payment.card is 'the card, as a keyed hash of what its company says of it; deleted after 90 days';
create index payment_with_card on payment (created_at) where card is not null;
drop function if exists record_second_charge(uuid, text, bigint, text);

-- The stand-ins tell of a card as their companies do.
alter table sandbox.charge add column card text;
