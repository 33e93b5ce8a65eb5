-- Holds p_amount_kobo of a wallet because of a dispute about a top-up, in place of an earlier hold for the same
-- payment. What the wallet lacks becomes a debt, so that money which comes later is not spent. Holds nothing if the
-- wallet's owner no longer exists.
create or replace function withhold_top_up(pay payment, p_amount_kobo bigint) returns void language plpgsql as $$
declare
  wallet uuid;
  owner uuid;
begin
  select p.id into owner from wallet_top_up u join person p on p.id = u.person_id
    where u.id = pay.payable_id and p.erased_at is null for share of p;
  delete from wallet_hold where payment_id = pay.id;
  if owner is null or p_amount_kobo = 0 then return; end if;
  wallet := account_of('wallet', owner::text, false);
  perform from account where id = wallet for no key update;
  perform allow_debt(wallet, p_amount_kobo);
  insert into wallet_hold (payment_id, account_id, amount_kobo, payable_id)
    values (pay.id, wallet, p_amount_kobo, pay.payable_id);
end $$;
