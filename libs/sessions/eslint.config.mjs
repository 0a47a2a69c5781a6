import { lawFor } from '../../eslint.config.mjs';

export default lawFor('sessions');
