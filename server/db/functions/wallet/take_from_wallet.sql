-- Takes money of a wallet for a thing, as a payment of its own. False, and nothing is changed: the wallet has not
-- got it. What comes of the payment is the caller's to write. p_without_pin_kobo: what of it no PIN was asked for.
create or replace function take_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_payable uuid, p_amount_kobo bigint, p_principal text, p_key text,
  p_without_pin_kobo bigint default 0
) returns boolean language plpgsql as $$
declare
  broken text;
begin
  delete from wallet_hold where payable_id = p_payable;
  insert into payment (id, reference, payable_id, person_id, provider, amount_kobo, status, paid_kobo,
      without_pin_kobo, idempotency_principal, idempotency_key, expires_at, settled_at, next_check_at)
    values (p_id, p_reference, p_payable, p_person, 'wallet', p_amount_kobo, 'succeeded', p_amount_kobo,
      p_without_pin_kobo, p_principal, p_key, now(), now(), 'infinity');
  perform post_transfer('charge:' || p_reference, 'charge:' || p_reference, account_of('wallet', p_person::text, false),
    account_of('customer_prepaid', p_payable::text), p_amount_kobo, 'payment', p_payable);
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;
