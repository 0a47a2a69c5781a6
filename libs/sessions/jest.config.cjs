module.exports = { displayName: 'sessions', preset: '../../jest.preset.cjs' };
