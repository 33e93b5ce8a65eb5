alter table payment add column bank text;
comment on column payment.bank is 'the bank whose USSD code the payer dials, by its code at NIBSS; null for the page';
