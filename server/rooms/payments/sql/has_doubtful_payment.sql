-- Whether a payment for a payable has an undecided dispute, or came from a wallet that owes money now.
create or replace function has_doubtful_payment(p_payable uuid) returns boolean language sql stable as $$
  select is_disputed(p_payable) or exists (
    select from payment p join account a on a.kind = 'wallet' and a.owner = p.person_id::text
    where p.payable_id = p_payable and p.provider = 'wallet' and a.debt_kobo > 0)
$$;
