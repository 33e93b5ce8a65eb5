-- Who can pay is a list: another payment company is a row of it, which migrating adds by itself, and no migration of
-- its own.
create table payer (
  code text primary key check (code ~ '^[a-z]{2,30}$')
);
comment on table payer is 'payments: who can pay, the companies and the wallet';
insert into payer (code) values ('paystack'), ('flutterwave'), ('wallet');

alter table payment drop constraint payment_provider_check;
alter table payment add constraint payment_provider_fkey foreign key (provider) references payer;
