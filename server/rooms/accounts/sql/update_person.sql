-- Writes a person's profile. A changed email address or phone number becomes unverified.
create or replace function update_person(
  p_person uuid, p_full_name text, p_email text, p_phone text, p_language text, p_data_saver boolean,
  p_notifications jsonb, p_kin_name text, p_kin_phone text, p_kin_relationship text
) returns void language sql as $$
  update person set full_name = p_full_name,
    email = p_email, email_verified_at = case when email = p_email then email_verified_at end,
    phone = p_phone, phone_verified_at = case when phone = p_phone then phone_verified_at end,
    language = p_language, data_saver = p_data_saver, notifications = p_notifications,
    kin_name = p_kin_name, kin_phone = p_kin_phone, kin_relationship = p_kin_relationship
  where id = p_person
$$;
