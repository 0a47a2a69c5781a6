module.exports = { displayName: 'runtime', preset: '../../jest.preset.cjs' };
