-- Holds wallet money for one attempt, in place of the hold for an earlier attempt. Returns false if the balance is too
-- low. A sum of 0 releases the earlier hold.
create or replace function hold_in_wallet(p_payable uuid, p_payment uuid, p_person uuid, p_amount_kobo bigint) returns boolean
language plpgsql as $$
declare broken text;
begin
  delete from wallet_hold where payable_id = p_payable;
  if p_amount_kobo > 0 then
    insert into wallet_hold (payable_id, payment_id, account_id, amount_kobo)
      values (p_payable, p_payment, account_of('wallet', p_person::text, false), p_amount_kobo);
  end if;
  return true;
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return false;
end $$;
