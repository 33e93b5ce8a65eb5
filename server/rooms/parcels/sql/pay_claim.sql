-- Pays an accepted claim into the sender's wallet, from the insurance for an insured parcel, else at its operator's
-- cost. Returns paid | waits (the insurance lacks the money: nothing changed) | not_granted
-- (also for an erased sender, whose claim is then refused).
create or replace function pay_claim(p_claim uuid) returns text language plpgsql as $$
declare
  sent parcel%rowtype;
  claim parcel_claim%rowtype;
  ref text := 'claim:' || p_claim;
  broken text;
  is_erased boolean;
begin
  select * into strict sent from parcel where id = (select parcel_id from parcel_claim where id = p_claim) for update;
  select * into strict claim from parcel_claim where id = p_claim for update;
  if claim.state <> 'to_be_paid' then return 'not_granted'; end if;
  -- Nobody can open the wallet of an erased account, so nothing is paid into it.
  select erased_at is not null into is_erased from person where id = sent.user_id for share;
  if is_erased then
    update parcel_claim set state = 'refused', granted_kobo = 0 where id = p_claim;
    return 'not_granted';
  end if;
  if claim.granted_kobo > sent.cover_kobo then
    raise exception 'parcel % is covered for % kobo, not %', sent.id, sent.cover_kobo, claim.granted_kobo;
  end if;
  perform post_transfer(ref, ref,
    case when claim.insured then account_of('insurance_payable', '', false)
      else account_of('operator_payable', sent.operator_id::text) end,
    account_of('wallet', sent.user_id::text, false), claim.granted_kobo, 'claim', sent.id);
  update parcel_claim set state = 'accepted', paid_kobo = granted_kobo where id = p_claim;
  return 'paid';
exception when check_violation then
  get stacked diagnostics broken = constraint_name;
  if broken <> 'no_overdraft' then raise; end if;
  return 'waits';
end $$;
