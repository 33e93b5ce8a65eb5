-- PostgreSQL parses each check of a table again for every statement that writes to it: a quarter of what a booking
-- costs it. Those of a domain it parses once a connection, and looks at where the column is written. So what stands
-- in the columns that every sale writes is said by their types.
create domain kobo as bigint check (value >= 0);
create domain positive_kobo as bigint check (value > 0);
create domain percent as smallint check (value between 0 and 100);
create domain booking_status as text check (value in
  ('held', 'awaiting_payment', 'confirmed', 'travelled', 'completed', 'expired', 'cancelled', 'operator_cancelled'));
create domain way as text check (value in ('out', 'back'));
create domain payment_status as text check (value in ('initiated', 'pending', 'succeeded', 'failed', 'abandoned'));
create domain payment_outcome as text check (value in
  ('none', 'confirmed', 'confirmed_other_seats', 'refunded_late', 'refunded_twice', 'refunded_short', 'credited'));
create domain payment_channel as text check (value in ('card', 'transfer', 'ussd'));
create domain ticket_status as text check (value in ('valid', 'used', 'cancelled', 'reissued'));
create domain gender as text check (value in ('female', 'male'));
create domain passenger_state as text check (value in ('travelling', 'cancelled'));

-- What a trigger's condition names keeps its type; conditions are parsed anew as well, an array in one piece sooner.
drop trigger booking_frees_wallet on booking;
drop trigger booking_frees_return_trip on booking;
drop trigger booking_tells on booking;
drop trigger payment_tells on payment;
drop trigger invoice_follows on payment;
drop trigger ticket_used_around_departure on ticket;

alter table booking
  drop constraint booking_status_check,
  drop constraint booking_total_kobo_check,
  drop constraint booking_paid_kobo_check,
  drop constraint booking_refunded_kobo_check,
  drop constraint booking_fee_percent_floor_check,
  drop constraint booking_way_check,
  alter column status type booking_status,
  alter column total_kobo type kobo,
  alter column paid_kobo type kobo,
  alter column refunded_kobo type kobo,
  alter column fee_percent_floor type percent,
  alter column way type way;
alter table payment
  drop constraint payment_status_check,
  drop constraint payment_outcome_check,
  drop constraint payment_channel_check,
  drop constraint payment_amount_kobo_check,
  drop constraint payment_paid_kobo_check,
  drop constraint payment_refunded_kobo_check,
  drop constraint payment_refund_pending_kobo_check,
  drop constraint payment_wallet_part_kobo_check,
  alter column status type payment_status,
  alter column outcome type payment_outcome,
  alter column channel type payment_channel,
  alter column amount_kobo type positive_kobo,
  alter column paid_kobo type kobo,
  alter column refunded_kobo type kobo,
  alter column refund_pending_kobo type kobo,
  alter column wallet_part_kobo type kobo;
alter table ticket
  drop constraint ticket_status_check,
  alter column status type ticket_status;
alter table passenger
  drop constraint passenger_gender_check,
  drop constraint passenger_state_check,
  alter column gender type gender,
  alter column state type passenger_state;
alter table account
  drop constraint account_debits_kobo_check,
  drop constraint account_credits_kobo_check,
  drop constraint account_held_kobo_check,
  alter column debits_kobo type kobo,
  alter column credits_kobo type kobo,
  alter column held_kobo type kobo;

alter table transfer
  drop constraint transfer_amount_kobo_check,
  alter column amount_kobo type positive_kobo;

create trigger booking_frees_wallet after update of status on booking for each row
  when (old.status = any ('{held,awaiting_payment}'::text[]) and new.status <> all ('{held,awaiting_payment}'::text[]))
  execute function free_wallet_hold();
create trigger booking_frees_return_trip after update of status on booking
  for each row when (new.return_trip_id is not null and new.status <> all ('{held,awaiting_payment}'::text[]))
  execute function free_return_trip_hold();
create trigger booking_tells after update of status on booking
  for each row when (new.user_id is not null and old.status is distinct from new.status) execute function booking_tells();
create trigger payment_tells after update of status on payment
  for each row when (new.person_id is not null and old.status is distinct from new.status) execute function payment_tells();
create trigger invoice_follows after update of outcome on payment
  for each row when (new.outcome = any ('{confirmed,confirmed_other_seats}'::text[]) and old.outcome is distinct from new.outcome)
  execute function invoice_follows_payment();
create trigger ticket_used_around_departure before update of status on ticket for each row
  when (new.status = 'used' and old.status <> 'used') execute function used_around_departure();

-- Nobody asks for the transfers of an account: a wallet's are its entries, and what the ledger's check adds up it reads
-- whole. Each of these was written four times a sale, mostly for the same few accounts.
drop index transfer_debit;
drop index transfer_credit;
