-- Lends the insurance account, from our float, what it lacks for a refund of p_needed_kobo: a premium is refunded even
-- if claims have used up the account.
create or replace function fill_insurance(p_needed_kobo bigint, p_ref text) returns void language plpgsql as $$
declare short_kobo bigint;
begin
  select p_needed_kobo - (credits_kobo - debits_kobo - held_kobo) into short_kobo
    from account where id = account_of('insurance_payable', '', false) for no key update;
  if short_kobo > 0 then
    perform post_transfer('float:' || p_ref, 'float:' || p_ref, account_of('insurance_float', ''),
      account_of('insurance_payable', '', false), short_kobo, 'float');
  end if;
end $$;
