-- Pays for a payable from a wallet, as a separate payment. Returns false, with no change, if the balance is too low.
-- The caller stores the payment's outcome. p_without_pin_kobo: the part for which no PIN was entered.
create or replace function take_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_payable uuid, p_amount_kobo bigint, p_principal text, p_key text,
  p_without_pin_kobo bigint default 0
) returns boolean language plpgsql as $$
declare
  broken text;
begin
  delete from wallet_hold where payable_id = p_payable;
  perform add_wallet_payment(p_id, p_reference, p_person, p_payable, p_amount_kobo, p_principal, p_key, p_without_pin_kobo);
  perform post_transfer('charge:' || p_reference, 'charge:' || p_reference, account_of('wallet', p_person::text, false),
    account_of('customer_prepaid', p_payable::text), p_amount_kobo, 'payment', p_payable);
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;
