-- Trigger: refuses a payment with which the sum paid without a PIN in 24 hours would exceed the limit. Locks the row of
-- the wallet's account, so that concurrent payments are counted one by one.
create or replace function limit_sum_without_pin() returns trigger language plpgsql as $$
declare
  most constant bigint := 2000000;
  spent bigint;
begin
  perform from account where id = account_of('wallet', new.person_id::text, false) for no key update;
  select coalesce(sum(without_pin_kobo), 0) into spent from payment
    where person_id = new.person_id and without_pin_kobo > 0 and created_at > now() - interval '24 hours';
  if spent + new.without_pin_kobo > most then
    raise exception 'small payments without a PIN add up to % kobo', spent + new.without_pin_kobo
      using errcode = 'check_violation', constraint = 'sum_without_pin';
  end if;
  return new;
end $$;
