-- A charge is identified by the payment company's id of the transaction, never by our reference alone: a company may
-- take money twice under one reference.

-- The first payment under the reference under which the company took this one too. It goes back whole.
alter table payment add column second_of uuid references payment;
create index payment_second on payment (second_of) where second_of is not null;
create unique index payment_of_transaction on payment (provider_id, provider)
  where status = 'succeeded' and part_of is null and provider_id is not null;

-- The company's id of the transaction that a message is about.
alter table webhook_event add column transaction_id text;

-- When the company last sent back the transfer that was to pay this attempt, such as one of another sum.
alter table payment add column transfer_rejected_at timestamptz;
drop trigger notify_payment_change on payment;
create trigger notify_payment_change after update of status, transfer_rejected_at on payment
  for each row when (new.person_id is not null
    and (old.status is distinct from new.status or old.transfer_rejected_at is distinct from new.transfer_rejected_at))
  execute function notify_payment_change();

-- The stand-in may take a charge again under the same reference.
alter table sandbox.charge drop constraint charge_provider_reference_key;
alter table sandbox.charge add column is_second boolean not null default false;
create unique index charge_reference on sandbox.charge (provider, reference) where not is_second;
create index charge_of_reference on sandbox.charge (provider, reference);
-- The amount in naira as the stand-in writes it, with a tail of fractions that companies' answers may have.
alter table sandbox.charge add column said_amount double precision;
