-- Takes back from a wallet what the payment company has given back of a top-up; a negative sum is paid into the wallet
-- again. If the wallet no longer has the money, it gets a debt. Returns false, with no change, if its owner no longer
-- exists.
create or replace function take_back_top_up(pay payment, p_amount_kobo bigint, p_ref text, p_journal text) returns boolean
language plpgsql as $$
declare
  clearing constant uuid := account_of('psp_clearing', pay.provider);
  wallet uuid;
  owner uuid;
begin
  select p.id into owner from wallet_top_up u join person p on p.id = u.person_id
    where u.id = pay.payable_id and p.erased_at is null for share of p;
  if owner is null then return false; end if;
  wallet := account_of('wallet', owner::text, false);
  if p_amount_kobo < 0 then
    return post_transfer(p_ref, p_journal, clearing, wallet, -p_amount_kobo, 'top_up_back', pay.payable_id);
  end if;
  perform from account where id = wallet for no key update;
  perform allow_debt(wallet, p_amount_kobo);
  return post_transfer(p_ref, p_journal, wallet, clearing, p_amount_kobo, 'top_up_back', pay.payable_id);
end $$;
