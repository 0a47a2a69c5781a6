module.exports = { displayName: 'server', preset: '../../jest.preset.cjs' };
