-- Posts one transfer, optionally for a payable. Does nothing and returns false for an amount of zero and for a repeat
-- of the same ref.
create or replace function post_transfer(
  p_ref text, p_journal text, p_debit uuid, p_credit uuid, p_amount_kobo bigint, p_code text, p_payable uuid default null
) returns boolean language plpgsql as $$
begin
  if p_amount_kobo = 0 then return false; end if;
  insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code, payable_id)
    values (p_ref, p_journal, p_debit, p_credit, p_amount_kobo, p_code, p_payable)
    on conflict (ref) do nothing;
  return found;
end $$;
