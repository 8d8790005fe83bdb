export const search = async (query) => [];
