-- Why a payment company declined a payment, so that the payer reads it.

alter table payment add column decline_reason text;
comment on column payment.decline_reason is 'the company''s own words, at most 100 letters; null if it gave none';
