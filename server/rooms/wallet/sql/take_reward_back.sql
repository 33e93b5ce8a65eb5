-- Takes a reward back from a wallet, once per ref. If the wallet no longer has the money, it gets a debt. Does nothing
-- if its owner no longer exists.
create or replace function take_reward_back(p_person uuid, p_amount_kobo bigint, p_ref text) returns void
language plpgsql as $$
declare
  ref constant text := 'reward_back:' || p_ref;
  wallet uuid;
begin
  perform from person where id = p_person and erased_at is null for share;
  if not found or p_amount_kobo = 0 or exists (select from transfer t where t.ref = 'reward_back:' || p_ref) then return; end if;
  wallet := account_of('wallet', p_person::text, false);
  perform from account where id = wallet for no key update;
  perform allow_debt(wallet, p_amount_kobo);
  perform post_transfer(ref, ref, wallet, account_of('promo_expense', ''), p_amount_kobo, 'reward_back');
end $$;
