-- Lets a strict account, which otherwise cannot go below zero, owe what it lacks for a debit of p_amount_kobo. The
-- caller posts that transfer in the same transaction.
create or replace function allow_debt(p_account uuid, p_amount_kobo bigint) returns void language sql as $$
  update account set debt_kobo = greatest(0, p_amount_kobo + debits_kobo + held_kobo - credits_kobo) where id = p_account
$$;
